import type { ShareFormat, ShareTheme } from '@fieldhouse/contract/share-images'
import { type ApiRequest, type OperationKey, resolveEndpoint } from './api-client.ts'
import { toApiError } from './api-error.ts'
import { trackConnectivity } from './connectivity.ts'
import { type InputOf, toRequest } from './league-queries.ts'

export type { ShareFormat }

type ShareImageKey = Extract<OperationKey, `GET ${string}/image/`>

export type ShareImage = { [K in ShareImageKey]: { key: K; request: ApiRequest<K> } }[ShareImageKey]

type LeagueImageKey = Extract<ShareImageKey, `GET /api/league/:league/${string}`>

export const shareImage = <Key extends LeagueImageKey>(key: Key, input: InputOf<Key>) =>
  ({ key, request: toRequest(key, input) }) as unknown as ShareImage

export type ShareImageStyle = { format: ShareFormat; theme: ShareTheme }

/** Downloads the picture as a PNG. Throws an ApiError if the server can't draw it or can't be reached. */
export async function fetchShareImage(
  { key, request }: ShareImage,
  style: ShareImageStyle,
  signal: AbortSignal,
): Promise<Blob> {
  const { path } = resolveEndpoint(key, { ...request, query: { ...request.query, ...style } })
  const response = await trackConnectivity(() => fetch(path, { signal }), signal)
  if (!response.ok) throw toApiError(response.status, await response.json().catch(() => null))
  return response.blob()
}
