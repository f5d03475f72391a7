import { type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, apiClient, type OperationKey } from './api-client.ts'

export function operationQuery<Key extends OperationKey>(operation: Key, queryKey: QueryKey) {
  const send = apiClient as (key: Key, request: object) => Promise<ApiResponse<Key>>
  return queryOptions({ queryKey, queryFn: ({ signal }) => send(operation, { signal }) })
}

/**
 * The beginnings of the keys of the queries that are read again; `onSettled` also after an error, when somebody else may
 * have been faster.
 */
type Refetched = { onSuccess?: readonly QueryKey[]; onSettled?: readonly QueryKey[] }

export function useSend<Key extends OperationKey, Input = void>(
  operation: Key,
  toRequest: (input: Input) => ApiRequest<Key>,
  { onSuccess = [], onSettled = [] }: Refetched = {},
) {
  const client = useQueryClient()
  const send = apiClient as (key: Key, request: object) => Promise<ApiResponse<Key>>
  const refetch = (keys: readonly QueryKey[]) =>
    Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
  return useMutation({
    mutationFn: (input: Input) => send(operation, toRequest(input) as object),
    onSuccess: () => refetch(onSuccess),
    onSettled: () => refetch(onSettled),
  })
}

type BodyOf<Key extends OperationKey> =
  ApiRequest<Key> extends { body?: infer Body } ? NonNullable<Body> : never

type ParamsOf<Key extends OperationKey> =
  ApiRequest<Key> extends { params: infer Params } ? Params : Record<never, never>

export function useSendBody<Key extends OperationKey>(
  operation: Key,
  params: ParamsOf<Key>,
  refetched?: Refetched,
) {
  return useSend(operation, (body: BodyOf<Key>) => ({ params, body }) as ApiRequest<Key>, refetched)
}
