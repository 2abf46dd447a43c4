import type { ReactNode } from 'react';
import { BackButton } from './page-head.tsx';
import { Hills, Stars } from './pictures/scene.tsx';
import './scene-form.css';

interface SceneFormProps {
  backTo: string;
  className?: string;
  children: ReactNode;
}

/** A form below the illustration, next to it on wide screens, with paraphrased scripture. */
export function SceneForm({ backTo, className = '', children }: SceneFormProps) {
  return (
    <main id="main" tabIndex={-1} className="scene-form">
      <div className="scene-form-art scene">
        <BackButton to={backTo} onArt />
        <Stars />
        <span className="orb" aria-hidden="true" />
        <Hills />
        <p className="verse only-wide">
          Bring me your tiredness and all that you carry; with me you will find rest.
          <span>Matthew 11:28, in our own words</span>
        </p>
      </div>
      <div className="scene-form-place">
        <div className={`scene-form-inner stack ${className}`}>{children}</div>
      </div>
    </main>
  );
}
