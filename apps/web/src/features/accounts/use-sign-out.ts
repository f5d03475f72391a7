import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiClient } from '../../api/api-client.ts'
import { signOut } from './session.ts'

/** Signs out before the request is sent: the server may not answer, or take long. */
export function useSignOut(onSignedOut: () => void) {
  const client = useQueryClient()
  return useMutation({
    onMutate: () => {
      signOut(client)
      onSignedOut()
    },
    mutationFn: () => apiClient('POST /api/logout/'),
  })
}
