import type { PostedNoun } from '@fieldhouse/domain/notifications/activity-notifications'

/** What notifications call an item of the feed. `kind` is that of a media item, null for others. */
export function nounOf({
  type,
  kind,
}: {
  type: 'post' | 'proposal' | 'media' | 'trade'
  kind: 'image' | 'video' | null
}): PostedNoun {
  if (kind !== null) return kind === 'video' ? 'video' : 'picture'
  return type === 'proposal' ? 'proposal' : 'post'
}
