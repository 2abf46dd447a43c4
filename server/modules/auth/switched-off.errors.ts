import { AUTH_ERROR } from '#contract/words/error-codes.ts';
import { createAuthError, createValidationError } from '#server/identity/wire/auth.errors.ts';

export const createProviderDisabledError = (provider: string) =>
  provider === ''
    ? createValidationError('Unsupported provider: missing provider')
    : createAuthError(
        400,
        AUTH_ERROR.providerDisabled,
        `Provider (issuer ${JSON.stringify(provider)}) is not enabled`,
      );

export const createWeb3DisabledError = () =>
  createAuthError(422, AUTH_ERROR.web3ProviderDisabled, 'Web3 provider is disabled');

export const createSamlDisabledError = () =>
  createAuthError(404, AUTH_ERROR.samlProviderDisabled, 'SAML 2.0 is disabled');

export const createManualLinkingDisabledError = () =>
  createAuthError(404, AUTH_ERROR.manualLinkingDisabled, 'Manual linking is disabled');

export const createPasskeyDisabledError = () =>
  createAuthError(404, AUTH_ERROR.passkeyDisabled, 'Passkeys are disabled');
