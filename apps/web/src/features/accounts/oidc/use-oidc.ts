import { type ApiResponse, apiClient, getErrorMessage } from '../../../api/api-client.ts'
import { type BodyOf, operationQuery, useSend } from '../../../api/operations.ts'
import { useInviteCode } from '../../../router/router.ts'
import { broadcastSessionChange, clearUserData } from '../session.ts'

export type UnknownIdentity = Extract<ApiResponse<'POST /api/auth/oidc/finish/'>, { status: 'unknown' }>

export const signInProvidersQuery = operationQuery('GET /api/auth/oidc/providers/', ['sign-in-providers'], {
  select: (response) => response.providers,
  staleTime: Infinity,
})

/** The provider accounts that are linked to the user, oldest first. */
export const identitiesQuery = operationQuery('GET /api/auth/oidc/identities/', ['identities'])

/** Opens the provider's login page. It leads back to the current address. */
export const useStartProviderSignIn = (open: (url: string) => void = (url) => location.assign(url)) =>
  useSend(
    'POST /api/auth/oidc/start/',
    (provider: string) => ({ body: { provider, return_to: location.search } }),
    { onSuccess: ({ url }) => open(url) },
  )

type FinishedSignIn = ApiResponse<'POST /api/auth/oidc/finish/'> | { status: 'failed'; message: string }

const finishedSignIns = new Map<string, Promise<FinishedSignIn>>()

/**
 * It is sent only once, however often the screen is rendered, because the server accepts it only once. Never rejects.
 */
export function finishSignIn(response: string): Promise<FinishedSignIn> {
  const finished = finishedSignIns.get(response) ?? sendResponse(response)
  finishedSignIns.set(response, finished)
  return finished
}

async function sendResponse(response: string): Promise<FinishedSignIn> {
  try {
    return await apiClient('POST /api/auth/oidc/finish/', { body: { response } })
  } catch (error) {
    return { status: 'failed', message: getErrorMessage(error, 'Sign-in failed') }
  }
}

export const useLinkIdentity = () => useSend('POST /api/auth/oidc/link/', () => ({}))

export function useRegisterWithProvider() {
  const invite_code = useInviteCode() ?? undefined
  return useSend('POST /api/auth/oidc/register/', (body: BodyOf<'POST /api/auth/oidc/register/'>) => ({
    body: { ...body, invite_code },
  }))
}

export const useUnlinkIdentity = () =>
  // Also after an error: it may have been unlinked in another tab.
  useSend('POST /api/auth/oidc/unlink/', (id: number) => ({ body: { id } }), {
    onSettled: [identitiesQuery.queryKey],
  })

export function announceSignIn(): void {
  clearUserData('signed in')
  broadcastSessionChange('in')
}
