import { ButtonLink } from '#renderer/components/button.tsx';
import { useBrand } from '#renderer/lib/public-config.ts';

export function Advertisement() {
  const { advertisingEmail } = useBrand();
  return (
    <aside className="promotion" aria-label="Advertisement">
      <div>
        <h3>Promote Your Brand Here</h3>
        <p className="small quiet">
          Reach thousands of expecting mothers with your products and services
        </p>
      </div>
      <ButtonLink to={`mailto:${advertisingEmail}`} look="line" small>
        Advertise Here
      </ButtonLink>
    </aside>
  );
}
