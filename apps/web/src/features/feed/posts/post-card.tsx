import { DAY_MS } from '@fieldhouse/domain/duration'
import { dayOfNflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import { X } from 'lucide-react'
import { Suspense, use, useState } from 'react'
import { Link } from '../../../router/link.tsx'
import { ShareButton } from '../../../router/share-button.tsx'
import { LongText } from '../../../ui/display/rich-text.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { IconButton } from '../../../ui/forms/button.tsx'
import forms from '../../../ui/forms/forms.module.css'
import { Fill, Stack, Text } from '../../../ui/layout/layout.tsx'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import { RecapSummary } from '../../../ui/recap/recap-summary.tsx'
import ui from '../../../ui/ui.module.css'
import { type CardProps, FeedCard } from '../card/feed-card.tsx'
import styles from '../feed.module.css'
import { useRemovePreview } from '../feed-actions.ts'
import { PostMedia } from '../media/post-media.tsx'
import { findMentionsIn, LongMentionText } from '../mentions/mention-text.tsx'
import { mayQuote, QuotesContext, RecapContext } from '../quotes.ts'
import { itemKey, type Post, recapImage, type Viewer } from '../use-feed.ts'
import { useEditing } from './edits.tsx'

export const RECAP_VIEW = 'recap'

// The whole recap is shown on its page only.
const RecapCard = lazyNamed(() => import('../../../ui/recap/recap-card.tsx'), 'RecapCard')

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
      <figure className={styles.preview} aria-label={`Preview: ${title}`}>
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
      </figure>
      {remove.isError ? <Notice tone="bad">Failed to remove the preview.</Notice> : null}
    </Stack>
  )
}
