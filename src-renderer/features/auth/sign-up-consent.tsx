import { useAtom } from 'jotai';
import { currentConsentText } from '#contract/constants/consent-texts.ts';
import { Setting } from '#renderer/components/forms/setting.tsx';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { playLogAnswerAtom } from './auth.atoms.ts';

interface SignUpConsentProps {
  view: 'sign_up' | 'magic_link';
  answer: boolean | undefined;
  onChange: (answer: boolean) => void;
}

/** Whether the user agrees to a listening history; undefined until they choose. */
export function useSignUpConsent(): Pick<SignUpConsentProps, 'answer' | 'onChange'> {
  const [answer, setAnswer] = useAtom(playLogAnswerAtom);
  return { answer: answer ?? (requiresConsent() ? undefined : true), onChange: setAnswer };
}

/** If consent is not required, the owner relies on a different legal basis, and the history is on by default. */
const requiresConsent = () => publicConfig().isPlayLogOptIn === true;

const CHOICES = [
  { answer: true, label: 'Keep my history' },
  { answer: false, label: 'Keep no history' },
];

/** Shown above every button that can create an account: what is stored, and the choice about it. */
export function SignUpConsent({ view, answer, onChange }: SignUpConsentProps) {
  const { text } = currentConsentText('play_log');
  return (
    <div>
      {view === 'magic_link' ? (
        <p className="small quiet">A new address gets an account. In that case:</p>
      ) : null}
      {requiresConsent() ? (
        <fieldset>
          <legend>Listening history</legend>
          <p className="small quiet" id="consent-text">
            {text}
          </p>
          {CHOICES.map((choice) => (
            <label key={choice.label} className="check">
              <input
                type="radio"
                name="play-log"
                aria-describedby="consent-text"
                checked={answer === choice.answer}
                onChange={() => onChange(choice.answer)}
              />
              {choice.label}
            </label>
          ))}
        </fieldset>
      ) : (
        <Setting
          title="Listening history"
          text={
            <>
              {text} <strong>It is {answer ? 'on' : 'off'}.</strong>
            </>
          }
          checked={answer === true}
          onChange={onChange}
        />
      )}
    </div>
  );
}
