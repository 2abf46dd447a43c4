import type { Switches } from '#contract/rows/settings.ts';
import type { Config } from '#server/core/config/config.ts';

const PROVIDERS =
  'anonymous_users apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin linkedin_oidc notion phone slack slack_oidc snapchat spotify twitch twitter workos x zoom';
/** Response of `/settings`: email is the only sign-in method. */
export function describeSettings(config: Config, switches: Switches) {
  const external = Object.fromEntries(PROVIDERS.split(' ').map((provider) => [provider, false]));
  return {
    external: { ...external, email: config.AUTH_EMAIL },
    disable_signup: !switches.sign_up,
    mailer_autoconfirm: !switches.email_confirmation,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  };
}

export function describeService() {
  return {
    version: 'v2.196.0',
    name: 'GoTrue',
    description: 'A compatible user registration and authentication API',
  };
}
