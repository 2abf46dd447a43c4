import { useAtom } from 'jotai';
import { currentConsentText } from '#contract/words/consent-texts.ts';
import { Setting } from '#renderer/components/setting.tsx';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { playLogAnswerAtom } from './auth.atoms.ts';

interface SignUpConsentProps {
  view: 'sign_up' | 'magic_link';
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Her answer about the listening history: as the owner has it start, until she says otherwise. */
export function useSignUpConsent(): Pick<SignUpConsentProps, 'isOn' | 'onChange'> {
  const [answer, setAnswer] = useAtom(playLogAnswerAtom);
  return { isOn: answer ?? publicConfig().asksPlayLog !== true, onChange: setAnswer };
}

/** Above every button that can make an account: what is kept of her listening, and whether it will be. */
export function SignUpConsent({ view, isOn, onChange }: SignUpConsentProps) {
  return (
    <div>
      {view === 'magic_link' ? (
        <p className="small quiet">An address that is new here gets an account. For that one:</p>
      ) : null}
      <Setting
        title="Listening history"
        text={
          <>
            {currentConsentText('play_log').text} <strong>It is {isOn ? 'on' : 'off'}.</strong>
          </>
        }
        checked={isOn}
        onChange={onChange}
      />
    </div>
  );
}
