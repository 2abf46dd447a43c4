import type { Setting } from '#contract/settings.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { AdminHead } from '../admin-head.tsx';
import { AdminTable, useAdminRows } from '../admin-table.tsx';

export function SettingsTab() {
  const query = useAdminRows<Setting>('settings', 'updated_at');
  const { brand, siteUrl, magicLink, premiumGate } = publicConfig();
  const facts = [
    ['Name', brand.name],
    ['Tagline', brand.tagline],
    ['Company', brand.company],
    ['Email', brand.email],
    ['Phone', brand.phone],
    ['Address', brand.address.join(', ')],
    ['Site', siteUrl],
    ['Sign-in links by mail', magicLink ? 'on' : 'off'],
    ['Premium gate', premiumGate ? 'on' : 'off'],
  ];
  return (
    <>
      <AdminHead title="Settings" text="What every page is told." />
      <dl className="a-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="overrides">
        <h2 id="overrides" className="h3">
          Changed by you
        </h2>
        <AdminTable
          caption="Changed settings"
          query={query}
          keyOf={({ key }) => key}
          columns={[
            { header: 'Key', cell: ({ key }) => key },
            { header: 'Value', cell: ({ value }) => <code>{JSON.stringify(value)}</code> },
          ]}
        />
      </section>
    </>
  );
}
