import type { NewsItem } from '@fieldhouse/contract/news'
import type { Headline } from '@fieldhouse/domain/nfl/news'

export function presentHeadline({ player, title, source, link, publishedAt }: Headline): NewsItem {
  return { player, title, source, link, published: publishedAt.toISOString() }
}
