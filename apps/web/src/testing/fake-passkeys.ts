import { onTestFinished, vi } from 'vitest'

const bytes = (text: string) => new TextEncoder().encode(text).buffer

/** What the browser returns for every new passkey and every signature. */
const CREDENTIAL = {
  id: 'AAAA',
  rawId: new Uint8Array(3).buffer,
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes('client'),
    attestationObject: bytes('attestation'),
    authenticatorData: bytes('authenticator'),
    signature: bytes('signature'),
    userHandle: bytes('7'),
    getTransports: () => ['internal'],
  },
}

/** Replaces the browser's passkeys until the test ends. With an error name, every request fails with it. */
export function fakePasskeys(errorName?: 'NotAllowedError' | 'InvalidStateError'): void {
  const answer = async () => {
    if (errorName !== undefined) throw new DOMException('Fake.', errorName)
    return CREDENTIAL as unknown as Credential
  }
  const spies = [
    vi.spyOn(navigator.credentials, 'create').mockImplementation(answer),
    vi.spyOn(navigator.credentials, 'get').mockImplementation(answer),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
}
