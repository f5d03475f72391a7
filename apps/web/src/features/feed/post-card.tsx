import { DAY_MS } from '@fieldhouse/domain/duration'
import { dayOfNflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import { useQuery } from '@tanstack/react-query'
import { ImageOff, Play, X } from 'lucide-react'
import { type ReactNode, Suspense, use, useState } from 'react'
import { Link } from '../../router/link.tsx'
import { ShareButton } from '../../router/sharing.tsx'
import { LongText } from '../../ui/display/rich-text.tsx'
import { Loaded, Notice, Skeleton } from '../../ui/feedback/feedback.tsx'
import { IconButton } from '../../ui/forms/button.tsx'
import forms from '../../ui/forms/forms.module.css'
import { Fill, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { lazyNamed, lazyPart } from '../../ui/lazy-named.ts'
import { RecapSummary } from '../../ui/recap/recap-summary.tsx'
import ui from '../../ui/ui.module.css'
import styles from './feed.module.css'
import { useRemovePreview } from './feed-actions.ts'
import { type CardProps, DeleteItemButton, FeedCard, ItemFooter } from './feed-card.tsx'
import mediaStyles from './media/media.module.css'
import {
  type FeedViewer,
  gridImageUrl,
  itemKey,
  itemQuery,
  type Media,
  type Post,
  recapImage,
  type Viewer,
} from './use-feed.ts'
import {
  findMentionsIn,
  LongMentionText,
  mayQuote,
  QuotesContext,
  RecapContext,
  useEditing,
} from './written-text.tsx'

export const RECAP_VIEW = 'recap'

// The whole recap is shown on its page only.
const RecapCard = lazyNamed(() => import('../../ui/recap/recap-card.tsx'), 'RecapCard')

export function PostCard(props: CardProps<Post>) {
  const { item: post, league, user, isAdmin } = props
  const { id, content: text, mentions, media = [], preview, edit, recap } = post
  const { form, button } = useEditing(
    { league, user },
    { discussion: { type: 'post', id }, text, mentions, edit },
  )
  if (recap?.card !== undefined && props.isFull !== true) return <RecapLink post={post} />
  return (
    <FeedCard
      {...props}
      buttons={
        <>
          {button}
          {recap === undefined ? null : (
            <ShareButton
              title={`Week ${recap.week} recap of ${league}`}
              label="Share recap"
              image={recapImage(league, recap)}
            />
          )}
        </>
      }
    >
      <Suspense fallback={<LongText>{text}</LongText>}>
        {form ?? <PostContent league={league} user={user} post={post} />}
      </Suspense>
      {preview == null || form !== null ? null : (
        <LinkPreview league={league} post={post} preview={preview} canRemove={post.can_delete || isAdmin} />
      )}
      {media.length === 0 ? null : <PostMedia {...{ league, user, isAdmin, post }} />}
    </FeedCard>
  )
}

function PostContent({ post: { content, mentions, recap }, ...viewer }: Viewer & { post: Post }) {
  const renderQuotes = use(QuotesContext)
  const renderRecap = use(RecapContext)
  if (recap?.card !== undefined)
    return (
      <Suspense fallback={<Skeleton label="Loading the recap" rows={4} height={96} />}>
        {renderRecap === null ? (
          <RecapCard recap={recap.card} />
        ) : (
          renderRecap({ ...recap, league: viewer.league, card: recap.card })
        )}
      </Suspense>
    )
  const renderText = (text: string) => (
    <LongMentionText {...viewer} text={text} mentions={findMentionsIn(text, content, mentions)} />
  )
  if (renderQuotes !== null && mayQuote(content))
    return renderQuotes({ league: viewer.league, text: content, renderText })
  return content === '' ? null : renderText(content)
}

function RecapLink({ post }: { post: Post }) {
  const { recap, user } = post
  if (recap?.card === undefined) return null
  return (
    <article className={`${ui.frame} ${styles.recap}`} aria-label={`Post by ${user}`} tabIndex={-1}>
      <RecapSummary recap={recap.card} date={formatSunday(recap.season, recap.week)}>
        <Link
          className={`${forms.button} ${styles.read}`}
          label={`Read the ${recap.card.title}`}
          to={{ view: RECAP_VIEW, post: itemKey(post) }}
        >
          Read
        </Link>
      </RecapSummary>
    </article>
  )
}

function formatSunday(season: number, week: number): string {
  const sunday = new Date(dayOfNflWeek(season, week, 'saturday').getTime() + DAY_MS)
  return sunday.toLocaleDateString('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
}

type PreviewProps = {
  league: string
  post: Pick<Post, 'id' | 'user'>
  preview: NonNullable<Post['preview']>
  canRemove: boolean
}

/** What the page that a post links to says about itself. Its picture comes from this site. */
function LinkPreview({ league, post: { id, user }, preview, canRemove }: PreviewProps) {
  const { url, title, description, site_name: site, image } = preview
  const [failedImage, setFailedImage] = useState<string | null>(null)
  const remove = useRemovePreview(league, id)
  return (
    <Stack gap={2}>
      <Row as="figure" gap={0} className={styles.preview} aria-label={`Preview: ${title}`}>
        {image === null || image === failedImage ? null : (
          <img
            src={`${image}?size=256`}
            width={96}
            height={96}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setFailedImage(image)}
          />
        )}
        <Fill>
          <p className={ui.note}>{site}</p>
          <Text as="p" weight={600} lines={2}>
            <a className={ui.covers} href={url} target="_blank" rel="noopener nofollow ugc">
              {title}
            </a>
          </Text>
          {description === null ? null : (
            <Text as="p" size="s" tone="muted" lines={2}>
              {description}
            </Text>
          )}
        </Fill>
        {canRemove ? (
          <IconButton
            icon={X}
            iconSize={18}
            label={`Remove the preview from the post by ${user}`}
            disabled={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          />
        ) : null}
      </Row>
      {remove.isError ? <Notice tone="bad">Failed to remove the preview.</Notice> : null}
    </Stack>
  )
}

const MediaViewer = lazyPart(() => import('./media/media-viewer.tsx'), 'MediaViewer')

const MAX_TILES = 4

type PostFile = NonNullable<Post['media']>[number]

function PostMedia({ post, ...viewer }: FeedViewer & { post: Post }) {
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
      <ul
        className={mediaStyles.grid}
        data-count={tiles.length}
        aria-label={`Images and videos by ${post.user}`}
      >
        {tiles.map((file, index) => (
          <li key={file.id}>
            <MediaTile
              file={file}
              label={tileLabel(file, index, files.length)}
              onOpen={() => setOpenKey(itemKey({ type: 'media', id: file.id }))}
            >
              {isCut(index, files.length) ? (
                <span className={mediaStyles.more}>+{files.length - MAX_TILES}</span>
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

function PostMediaDiscussion({ id, onDelete, ...viewer }: FeedViewer & { id: number; onDelete: () => void }) {
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

export function MediaCard(props: CardProps<Media>) {
  const { item: media, onOpen } = props
  const description = media.alt_text ? `: ${media.alt_text}` : ''
  return (
    <FeedCard {...props} label={`${media.kind === 'image' ? 'Image' : 'Video'} by ${media.user}`}>
      <div className={mediaStyles.grid}>
        <MediaTile
          file={media}
          label={`Open ${media.kind} by ${media.user}${description}`}
          onOpen={() => onOpen(itemKey(media))}
        />
      </div>
      {media.caption === undefined || media.caption === '' ? null : <p>{media.caption}</p>}
    </FeedCard>
  )
}

const NO_PREVIEW = 'Preview unavailable'

type MediaTileProps = {
  file: Pick<Media, 'kind' | 'url'>
  label: string
  children?: ReactNode
  onOpen: () => void
}

function MediaTile({ file: { kind, url }, label, children, onOpen }: MediaTileProps) {
  const [isBroken, setBroken] = useState(false)
  const hasNoPreview = isBroken && kind === 'image'
  return (
    <button
      type="button"
      className={mediaStyles.tile}
      aria-label={hasNoPreview ? `${label}, ${NO_PREVIEW.toLowerCase()}` : label}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {isBroken ? null : kind === 'video' ? (
        // The start time makes browsers show a frame; some show nothing without it.
        <video
          src={`${url}#t=0.1`}
          preload="metadata"
          muted
          playsInline
          tabIndex={-1}
          onError={() => setBroken(true)}
        />
      ) : (
        <img
          src={gridImageUrl({ url })}
          alt=""
          draggable={false}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
      {hasNoPreview ? (
        <span className={mediaStyles.broken}>
          <ImageOff size={24} aria-hidden="true" />
          {NO_PREVIEW}
        </span>
      ) : null}
      {kind === 'video' ? (
        <span className={mediaStyles.play}>
          <Play size={26} aria-hidden="true" />
        </span>
      ) : null}
      {children}
    </button>
  )
}
