import type { NewCredential, SignedCredential } from '@fieldhouse/contract/accounts/sign-in-methods'
import { Secret, TOTP } from 'otpauth'
import type { TestApp, TestClient } from './start-app.ts'
import { type VirtualPasskey, virtualPasskey } from './virtual-authenticator.ts'

/** Answers to challenges that were created before the test, by username. */
export type SignIns = {
  /** A passkey that each user can add, and the id of one that they have. */
  newCredentials: ReadonlyMap<string, NewCredential>
  passkeyIds: ReadonlyMap<string, number>
  /** A code that confirms the authenticator app that each user has started to add, next to the one they have. */
  totpCodes: ReadonlyMap<string, string>
  /** A signature by a passkey of another user, who is signing in. */
  credential: SignedCredential
  /** The same after that user's password. */
  step: { token: string; credential: SignedCredential }
}

export async function createSignIns(
  testApp: TestApp,
  clients: Readonly<Record<string, TestClient>>,
): Promise<SignIns> {
  const newCredentials = new Map<string, NewCredential>()
  const passkeyIds = new Map<string, number>()
  const totpCodes = new Map<string, string>()
  for (const [username, client] of Object.entries(clients)) {
    const added = await addPasskey(client)
    passkeyIds.set(username, added.id)
    await addTotp(testApp, client)
    const { secret } = await post(client, '/api/account/totp/start/')
    totpCodes.set(username, totpCode(secret, testApp.clock.now))
    newCredentials.set(username, virtualPasskey().create(await startPasskey(client)))
  }
  const { passkey } = await addPasskey(await testApp.registerUser('keyholder'))
  const client = testApp.client()
  const { token } = await post(client, '/api/login/', {
    username: 'keyholder',
    password: 'keyholder-has-a-secret',
  })
  const second = await post(client, '/api/login/second-factor/start/', { token })
  const alone = await post(client, '/api/login/passkey/start/')
  return {
    newCredentials,
    passkeyIds,
    totpCodes,
    credential: passkey.sign(alone.options),
    step: { token, credential: passkey.sign(second.options) },
  }
}

/** Adds a passkey to the client's account. */
export async function addPasskey(
  client: TestClient,
  name = 'Phone',
  passkey: VirtualPasskey = virtualPasskey(),
): Promise<{ passkey: VirtualPasskey; id: number }> {
  const credential = passkey.create(await startPasskey(client))
  const { security } = await post(client, '/api/account/passkeys/', { name, credential })
  return { passkey, id: security.passkeys.at(-1).id }
}

/** Adds an authenticator app to the client's account. */
export async function addTotp(
  testApp: TestApp,
  client: TestClient,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await post(client, '/api/account/totp/start/')
  const body = { code: totpCode(secret, testApp.clock.now) }
  const { recovery_codes } = await post(client, '/api/account/totp/', body)
  return { secret, recoveryCodes: recovery_codes }
}

/** The code that an authenticator app shows. */
export function totpCode(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
}

async function startPasskey(client: TestClient): Promise<{ challenge: string }> {
  return (await post(client, '/api/account/passkeys/start/')).options
}

async function post(client: TestClient, url: string, body?: unknown) {
  const response = await client.post(url, body)
  if (response.status !== 200) throw new Error(`${url}: ${JSON.stringify(response.body)}`)
  return response.body
}
