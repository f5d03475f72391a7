import type { finishProviderSignIn, listIdentities } from '@fieldhouse/contract/oidc'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { ProviderIdentity } from '../../../providers/oidc/sign-in-provider.ts'
import type { StoredIdentity } from './identity-store.ts'

type Unknown = Extract<ResponseOf<typeof finishProviderSignIn>, { status: 'unknown' }>

export function presentUnknownIdentity(
  identity: ProviderIdentity,
  { provider, hasAccount, returnTo }: { provider: string; hasAccount: boolean; returnTo: string },
): Unknown {
  return {
    status: 'unknown',
    provider,
    email: identity.email,
    has_account: hasAccount,
    username: suggestUsername(identity),
    first_name: identity.firstName.slice(0, MAX_NAME_LENGTH),
    last_name: identity.lastName.slice(0, MAX_NAME_LENGTH),
    return_to: returnTo,
  }
}

export function presentIdentity(
  identity: StoredIdentity,
  provider: string | undefined,
): ResponseOf<typeof listIdentities>['identities'][number] {
  return {
    id: identity.id,
    provider: provider ?? new URL(identity.issuer).hostname,
    is_available: provider !== undefined,
    email: identity.email,
    linked_at: identity.linkedAt.toISOString(),
    used_at: identity.usedAt.toISOString(),
  }
}

const MAX_NAME_LENGTH = 150
const MAX_USERNAME_LENGTH = 64

/** The name at the provider, or the first part of the email address, with the characters that usernames may have. */
function suggestUsername({ nickname, email, firstName }: ProviderIdentity): string {
  const [name = ''] = (nickname || email || firstName).split('@')
  return name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9.+_-]/g, '')
    .replace(/^\.{1,2}$/, '')
    .slice(0, MAX_USERNAME_LENGTH)
}
