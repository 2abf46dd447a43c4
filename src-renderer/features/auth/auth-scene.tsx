import { BackButton } from '#renderer/components/page-head.tsx';
import { Hills, Stars } from '#renderer/components/scene.tsx';

/** Scripture beside the form on wide screens, told in our own words as everywhere. */
export function AuthScene({ backTo }: { backTo: string }) {
  return (
    <div className="auth-art scene">
      <BackButton to={backTo} onArt />
      <Stars />
      <span className="orb" aria-hidden="true" />
      <Hills />
      <p className="verse only-wide">
        Bring me your tiredness and all that you carry; with me you will find rest.
        <span>Matthew 11:28, in our own words</span>
      </p>
    </div>
  );
}
