import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UndefinedInitialDataOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, apiClient, type OperationKey } from './api-client.ts'

export type Send<Key extends OperationKey> = (key: Key, request: object) => Promise<ApiResponse<Key>>

type OperationQueryOptions<Key extends OperationKey, Data> = Omit<
  UndefinedInitialDataOptions<ApiResponse<Key>, Error, Data>,
  'queryKey' | 'queryFn'
> & { request?: ApiRequest<Key> }

export function operationQuery<Key extends OperationKey, Data = ApiResponse<Key>>(
  operation: Key,
  queryKey: QueryKey,
  { request, ...options }: OperationQueryOptions<Key, Data> = {},
) {
  const send = apiClient as Send<Key>
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => send(operation, { ...(request as object | undefined), signal }),
    ...options,
  })
}

/** The beginnings of the keys of the queries that are read again. */
type Effect<Data, Input> =
  | readonly QueryKey[]
  | ((data: Data, input: Input, client: QueryClient) => readonly QueryKey[])
  | ((data: Data, input: Input, client: QueryClient) => void)

/** `onSettled` is also for errors, when somebody else may have been faster. */
type Effects<Data, Input> = {
  onSuccess?: Effect<Data, Input>
  onSettled?: Effect<Data | undefined, Input>
  onError?: readonly QueryKey[]
  gcTime?: number
  /** Mutations with the same one run one after the other. */
  scope?: { id: string }
}

export const EVERY_QUERY: readonly QueryKey[] = [[]]

export function useSend<Key extends OperationKey, Input = void>(
  operation: Key,
  toRequest: (input: Input) => ApiRequest<Key>,
  effects?: Effects<ApiResponse<Key>, Input>,
) {
  const send = apiClient as Send<Key>
  return useChange((input: Input) => send(operation, toRequest(input) as object), effects)
}

/** For what one operation cannot send. */
export function useChange<Data, Input = void>(
  send: (input: Input) => Promise<Data>,
  { onSuccess = [], onSettled = [], onError = [], ...options }: Effects<Data, Input> = {},
) {
  const client = useQueryClient()
  const run = <Known>(effect: Effect<Known, Input>, data: Known, input: Input) => {
    const keys = typeof effect === 'function' ? effect(data, input, client) : effect
    return Promise.all((keys ?? []).map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  return useMutation({
    ...options,
    mutationFn: send,
    onSuccess: (data, input) => run(onSuccess, data, input),
    onSettled: (data, _, input) => run(onSettled, data, input),
    onError: (_, input) => run(onError, undefined, input),
  })
}

export type BodyOf<Key extends OperationKey> =
  ApiRequest<Key> extends { body?: infer Body } ? NonNullable<Body> : never

type ParamsOf<Key extends OperationKey> =
  ApiRequest<Key> extends { params: infer Params } ? { params: Params } : { params?: never }

/** Sends what the mutation is given as the body of the request. */
export function useSendBody<Key extends OperationKey>(
  operation: Key,
  { params, ...effects }: ParamsOf<Key> & Effects<ApiResponse<Key>, BodyOf<Key>>,
) {
  return useSend(
    operation,
    (body: BodyOf<Key>) => ({ params, body }) as ApiRequest<Key>,
    effects as Effects<ApiResponse<Key>, BodyOf<Key>>,
  )
}
