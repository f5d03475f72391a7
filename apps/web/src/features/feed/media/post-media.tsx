import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { lazyPart } from '../../../ui/lazy-named.ts'
import ui from '../../../ui/ui.module.css'
import { DeleteItemButton } from '../card/feed-card.tsx'
import { ItemFooter } from '../card/item-footer.tsx'
import { type FeedViewer, itemKey, itemQuery, type Post } from '../use-feed.ts'
import styles from './media.module.css'
import { MediaTile } from './media-tile.tsx'

const MediaViewer = lazyPart(() => import('./media-viewer.tsx'), 'MediaViewer')

const MAX_TILES = 4

type PostFile = NonNullable<Post['media']>[number]

export function PostMedia({ post, ...viewer }: FeedViewer & { post: Post }) {
  const [openKey, setOpenKey] = useState<string | null>(null)
  const files = post.media ?? []
  const tiles = files.slice(0, MAX_TILES)
  const media = files.map((file) => ({
    ...file,
    type: 'media' as const,
    user: post.user,
    created_at: post.created_at,
  }))
  const openIndex = media.findIndex((file) => itemKey(file) === openKey)
  const [only] = files.length === 1 ? files : []
  return (
    <div>
      <ul className={styles.grid} data-count={tiles.length} aria-label={`Images and videos by ${post.user}`}>
        {tiles.map((file, index) => (
          <li key={file.id}>
            <MediaTile
              file={file}
              label={tileLabel(file, index, files.length)}
              onOpen={() => setOpenKey(itemKey({ type: 'media', id: file.id }))}
            >
              {isCut(index, files.length) ? (
                <span className={styles.more}>+{files.length - MAX_TILES}</span>
              ) : null}
            </MediaTile>
          </li>
        ))}
      </ul>
      {only === undefined || only.caption === '' ? null : <p className={ui.note}>{only.caption}</p>}
      {openIndex < 0 ? null : (
        <MediaViewer media={media} index={openIndex} onMove={setOpenKey} onClose={() => setOpenKey(null)}>
          {({ id }) => <PostMediaDiscussion key={id} {...viewer} id={id} onDelete={() => setOpenKey(null)} />}
        </MediaViewer>
      )}
    </div>
  )
}

function isCut(index: number, count: number): boolean {
  return index === MAX_TILES - 1 && count > MAX_TILES
}

function tileLabel({ kind, alt_text: altText, caption }: PostFile, index: number, count: number): string {
  const position = count === 1 ? '' : ` ${index + 1} of ${count}`
  const description = altText || caption
  const more = isCut(index, count) ? `, +${count - MAX_TILES} more` : ''
  return `Open ${kind}${position}${description === '' ? '' : `: ${description}`}${more}`
}

type DiscussionProps = FeedViewer & { id: number; onDelete: () => void }

function PostMediaDiscussion({ id, onDelete, ...viewer }: DiscussionProps) {
  const query = useQuery(itemQuery(viewer.league, 'media', id))
  return (
    <Loaded query={query} name="likes and comments" rows={1} height={44}>
      {({ item }) =>
        item?.type !== 'media' ? (
          <Notice tone="warn">This upload was removed.</Notice>
        ) : (
          <ItemFooter {...viewer} item={item}>
            <DeleteItemButton {...viewer} item={item} onDelete={onDelete} />
          </ItemFooter>
        )
      }
    </Loaded>
  )
}
