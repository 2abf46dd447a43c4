import { BackButton } from '#renderer/components/page-head.tsx';
import { Hills, Stars } from '#renderer/components/scene.tsx';

/** Scripture beside the form on wide screens: World English Bible, which is in the public domain. */
export function AuthScene({ backTo }: { backTo: string }) {
  return (
    <div className="auth-art scene">
      <BackButton to={backTo} onArt />
      <Stars />
      <span className="orb" aria-hidden="true" />
      <Hills />
      <p className="verse only-wide">
        “Come to me, all you who labor and are heavily burdened, and I will give you rest.”
        <span>Matthew 11:28</span>
      </p>
    </div>
  );
}
