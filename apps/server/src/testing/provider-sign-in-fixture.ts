import { encryptStep } from '../features/accounts/oidc.ts'
import type { SignInProvider } from '../providers/sign-in-provider.ts'
import { SECRET_KEY, type TestApp, type TestClient } from './start-app.ts'

const ISSUER = 'https://clubhouse.example/'

/** Identifies everybody as the same person, who has no account. */
export const FAKE_PROVIDER: SignInProvider = {
  id: '1',
  name: 'Clubhouse',
  issuer: ISSUER,
  authorizationUrl: async () => `${ISSUER}auth`,
  identify: async () => ({
    issuer: ISSUER,
    subject: 'somebody',
    email: null,
    firstName: '',
    lastName: '',
    nickname: '',
  }),
}

/** Sign-ins that were started before the test. */
export type ProviderSignIns = {
  /** The header with the cookie of a started sign-in, and the response of the provider to it. */
  started: { cookie: string; response: string }
  /** An identity that is linked to each owner. */
  identityIds: ReadonlyMap<string, number>
}

/** Also gives each client the cookie of a person whom the provider has identified. */
export async function createProviderSignIns(
  testApp: TestApp,
  clients: Readonly<Record<string, TestClient>>,
  owners: readonly string[],
): Promise<ProviderSignIns> {
  const identityIds = new Map<string, number>()
  const now = testApp.clock.now
  for (const [actor, client] of Object.entries(clients)) {
    const person = { issuer: ISSUER, subject: `new-${actor}`, email: null, provider: 'Clubhouse' }
    client.cookies.set('oidc', encryptStep(SECRET_KEY, { step: 'identified', ...person, returnTo: '' }, now))
  }
  for (const owner of owners) identityIds.set(owner, await addIdentity(testApp, owner))
  const secrets = { state: 'state', nonce: 'nonce', codeVerifier: 'verifier' }
  const started = encryptStep(
    SECRET_KEY,
    { step: 'started', provider: '1', ...secrets, returnTo: '', linkTo: null },
    now,
  )
  return { started: { cookie: `oidc=${started}`, response: '?code=code&state=state' }, identityIds }
}

async function addIdentity({ db }: TestApp, username: string): Promise<number> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('identities')
    .values({ user_id: user.id, issuer: ISSUER, subject: username, email: null, linked_at: 0, used_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
