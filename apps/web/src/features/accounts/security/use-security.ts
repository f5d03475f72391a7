import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../../api/api-client.ts'
import { operationQuery, useSend } from '../../../api/operations.ts'
import { createPasskey } from '../passkey-client.ts'
import { currentUserQuery } from '../session.ts'

export type Security = ApiResponse<'GET /api/account/security/'>
export type Passkey = Security['passkeys'][number]

export const securityQuery = operationQuery('GET /api/account/security/', ['security'])

export function useAddPasskey() {
  const saveSecurity = useSaveSecurity()
  return useMutation({
    mutationFn: async (name: string) => {
      const { options } = await apiClient('POST /api/account/passkeys/start/')
      const credential = await createPasskey(options)
      return apiClient('POST /api/account/passkeys/', { body: { name, credential } })
    },
    onSuccess: saveSecurity,
  })
}

export const useRemovePasskey = () =>
  // Also after an error: a passkey that was removed elsewhere disappears from the list.
  useSend('POST /api/account/passkeys/remove/', (id: number) => ({ body: { id } }), {
    onSettled: [securityQuery.queryKey],
  })

export function useStartTotp() {
  return useMutation({ mutationFn: () => apiClient('POST /api/account/totp/start/') })
}

export function useConfirmTotp() {
  const saveSecurity = useSaveSecurity()
  return useMutation({
    mutationFn: (code: string) => apiClient('POST /api/account/totp/', { body: { code } }),
    onSuccess: saveSecurity,
  })
}

export function useRemoveTotp() {
  const saveSecurity = useSaveSecurity()
  return useMutation({
    mutationFn: () => apiClient('POST /api/account/totp/remove/'),
    onSuccess: saveSecurity,
  })
}

export function useCreateRecoveryCodes() {
  const saveSecurity = useSaveSecurity()
  return useMutation({
    mutationFn: () => apiClient('POST /api/account/recovery-codes/'),
    onSuccess: saveSecurity,
  })
}

function useSaveSecurity() {
  const client = useQueryClient()
  return ({ security }: { security: Security }) => client.setQueryData(securityQuery.queryKey, security)
}

/** Gives a site admin whose rights waited for a second factor their rights on this page. */
export function useRefreshRights() {
  const client = useQueryClient()
  return () => {
    const user = client.getQueryData(currentUserQuery.queryKey)
    if (user !== undefined && 'must_add_second_factor' in user)
      void client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
  }
}
