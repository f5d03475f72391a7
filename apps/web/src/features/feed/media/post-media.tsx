import { useQuery } from '@tanstack/react-query'
import { ImageOff, Play } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import { DeleteItemButton } from '../card/feed-card.tsx'
import { Reactions } from '../comments/reactions.tsx'
import { ReactionBar } from '../posts/reactions.tsx'
import { gridImageUrl, itemKey, itemQuery, type Post } from '../use-feed.ts'
import styles from './post-media.module.css'

type PostMediaDiscussionProps = {
  league: string
  user: string
  canDeleteAll: boolean
  /** The ID of the media item. */
  id: number
  /** Called when the user deletes the file. */
  onDelete: () => void
}

const MediaViewer = lazyNamed(() => import('./media-viewer.tsx'), 'MediaViewer')

/** The most files that the grid shows. The viewer shows the others. */
const MAX_TILES = 4

type PostFile = NonNullable<Post['media']>[number]

type Props = { league: string; user: string; canDeleteAll: boolean; post: Post }

/** The images and videos of a post as a grid of up to four, each of which opens in the viewer. */
export function PostMedia({ league, user, canDeleteAll, post }: Props) {
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
            <Tile
              file={file}
              label={tileLabel(file, index, files.length)}
              hiddenCount={index === MAX_TILES - 1 ? files.length - MAX_TILES : 0}
              onOpen={() => setOpenKey(itemKey({ type: 'media', id: file.id }))}
            />
          </li>
        ))}
      </ul>
      {only === undefined || only.caption === '' ? null : <p className={styles.caption}>{only.caption}</p>}
      {openIndex < 0 ? null : (
        <Suspense fallback={null}>
          <MediaViewer media={media} index={openIndex} onMove={setOpenKey} onClose={() => setOpenKey(null)}>
            {({ id }) => (
              <PostMediaDiscussion
                key={id}
                league={league}
                user={user}
                canDeleteAll={canDeleteAll}
                id={id}
                onDelete={() => setOpenKey(null)}
              />
            )}
          </MediaViewer>
        </Suspense>
      )}
    </div>
  )
}

const NO_PREVIEW = 'Preview unavailable'

function tileLabel({ kind, alt_text: altText, caption }: PostFile, index: number, count: number): string {
  const position = count === 1 ? '' : ` ${index + 1} of ${count}`
  const description = altText || caption
  return `Open ${kind}${position}${description === '' ? '' : `: ${description}`}`
}

type TileProps = { file: PostFile; label: string; hiddenCount: number; onOpen: () => void }

function Tile({ file, label, hiddenCount, onOpen }: TileProps) {
  const [isBroken, setBroken] = useState(false)
  const onError = () => setBroken(true)
  const name = [
    label,
    ...(hiddenCount > 0 ? [`+${hiddenCount} more`] : []),
    ...(isBroken ? [NO_PREVIEW.toLowerCase()] : []),
  ].join(', ')
  return (
    <button type="button" className={styles.tile} aria-label={name} aria-haspopup="dialog" onClick={onOpen}>
      {isBroken ? (
        <span className={styles.broken}>
          <ImageOff size={24} aria-hidden="true" />
          {NO_PREVIEW}
        </span>
      ) : file.kind === 'video' ? (
        // The start time makes browsers show a frame; some show nothing without it.
        <video src={`${file.url}#t=0.1`} preload="metadata" muted playsInline tabIndex={-1} />
      ) : (
        <img
          src={gridImageUrl(file)}
          alt=""
          draggable={false}
          loading="lazy"
          decoding="async"
          onError={onError}
        />
      )}
      {file.kind === 'video' ? (
        <span className={styles.play}>
          <Play size={26} aria-hidden="true" />
        </span>
      ) : null}
      {hiddenCount > 0 ? <span className={styles.more}>+{hiddenCount}</span> : null}
    </button>
  )
}

/** The likes, reactions and comments of one file of a post. */
function PostMediaDiscussion({ league, user, canDeleteAll, id, onDelete }: PostMediaDiscussionProps) {
  const query = useQuery(itemQuery(league, 'media', id))
  return (
    <Loaded query={query} name="likes and comments" rows={1} height={44}>
      {({ item }) =>
        item?.type !== 'media' ? (
          <Notice tone="warn">This upload was removed.</Notice>
        ) : (
          <Reactions league={league} item={item} user={user} canDeleteAll={canDeleteAll}>
            <ReactionBar
              league={league}
              subject={{ type: 'media', id }}
              name={`${item.kind} by ${item.user}`}
              given={item}
            />
            {item.can_delete || canDeleteAll ? (
              <DeleteItemButton league={league} item={item} onDelete={onDelete} />
            ) : null}
          </Reactions>
        )
      }
    </Loaded>
  )
}
