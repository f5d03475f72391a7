import { ApiError, type ApiRequest, type ApiResponse } from '../../api/api-client.ts'

type CreationOptions = ApiResponse<'POST /api/account/passkeys/start/'>['options']
type RequestOptions = ApiResponse<'POST /api/login/passkey/start/'>['options']
type NewCredential = ApiRequest<'POST /api/account/passkeys/'>['body']['credential']
type SignedCredential = ApiRequest<'POST /api/login/passkey/'>['body']['credential']

/** Loaded on first use: most people sign in with a password. */
const loadLibrary = () => import('@simplewebauthn/browser')

type Library = Awaited<ReturnType<typeof loadLibrary>>

export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Asks the browser to create a passkey. Throws an ApiError whose message says what to do. */
export async function createPasskey(options: CreationOptions): Promise<NewCredential> {
  const { startRegistration } = await loadLibrary()
  const optionsJSON = options as unknown as Parameters<Library['startRegistration']>[0]['optionsJSON']
  try {
    return await startRegistration({ optionsJSON })
  } catch (error) {
    throw passkeyError(
      error instanceof Error && error.name === 'InvalidStateError'
        ? 'This device already has a passkey for your account.'
        : 'No passkey was created. Try again, and follow the steps of your browser.',
      error,
    )
  }
}

/** Asks the browser to sign with a passkey. Throws an ApiError whose message says what to do. */
export async function signWithPasskey(options: RequestOptions): Promise<SignedCredential> {
  const { startAuthentication } = await loadLibrary()
  const optionsJSON = options as unknown as Parameters<Library['startAuthentication']>[0]['optionsJSON']
  try {
    return await startAuthentication({ optionsJSON })
  } catch (error) {
    throw passkeyError('No passkey was used. Try again, or choose another way.', error)
  }
}

/** The browser says no more than that the passkey was canceled, timed out or is not there. */
function passkeyError(message: string, cause: unknown): ApiError {
  return new ApiError({ status: 400, code: 'passkey_rejected', message }, { cause })
}
