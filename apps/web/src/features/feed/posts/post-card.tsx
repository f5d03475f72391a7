import { Suspense, use } from 'react'
import { ShareButton } from '../../../router/share-button.tsx'
import { LongText } from '../../../ui/display/rich-text.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import { RecapCard } from '../../../ui/recap/lazy-recap-card.ts'
import { type CardProps, FeedCard } from '../card/feed-card.tsx'
import { Reactions } from '../comments/reactions.tsx'
import { findMentionsIn, LongMentionText } from '../mentions/mention-text.tsx'
import { mayQuote, QuotesContext } from '../quotes.ts'
import { type Post, recapImage } from '../use-feed.ts'
import { EditButton, EditForm, useEditing } from './edits.tsx'
import { ReactionBar } from './reactions.tsx'

// Most posts are texts without links.
const LinkPreview = lazyNamed(() => import('./link-preview.tsx'), 'LinkPreview')
const PostMedia = lazyNamed(() => import('../media/post-media.tsx'), 'PostMedia')

export function PostCard(props: CardProps<Post>) {
  const { item: post, league, user } = props
  const { editing, hasEdited, startEditing, stopEditing } = useEditing()
  const { content, mentions, media = [], preview, edit } = post
  return (
    <FeedCard {...props} label={`Post by ${post.user}`} editedAt={post.edited_at}>
      <Suspense fallback={<LongText>{content}</LongText>}>
        {editing === null ? (
          <PostContent league={league} user={user} post={post} />
        ) : (
          <EditForm league={league} user={user} text={editing} onClose={stopEditing} />
        )}
      </Suspense>
      {preview == null || editing !== null ? null : (
        <Suspense fallback={<Skeleton label="Loading the preview" rows={1} height={96} />}>
          <LinkPreview
            league={league}
            post={post}
            preview={preview}
            canRemove={post.can_delete || props.canPin}
          />
        </Suspense>
      )}
      {media.length === 0 ? null : (
        <Suspense fallback={<Skeleton label="Loading images and videos" rows={1} height={240} />}>
          <PostMedia league={league} user={user} canDeleteAll={props.canPin} post={post} />
        </Suspense>
      )}
      <Reactions league={league} item={post} user={user} canDeleteAll={props.canPin}>
        <ReactionBar
          league={league}
          subject={{ type: 'post', id: post.id }}
          name={`post by ${post.user}`}
          given={post}
        />
        {edit === undefined || editing !== null ? null : (
          <EditButton
            label="Edit post"
            until={edit.until}
            isFocused={hasEdited}
            onEdit={() =>
              startEditing({ discussion: { type: 'post', id: post.id }, text: content, mentions, edit })
            }
          />
        )}
        {post.recap === undefined ? null : (
          <ShareButton
            title={`Week ${post.recap.week} recap of ${league}`}
            label="Share recap"
            image={recapImage(league, post.recap)}
          />
        )}
      </Reactions>
    </FeedCard>
  )
}

type PostContentProps = Pick<CardProps, 'league' | 'user'> & { post: Post }

function PostContent({ post: { content, mentions, recap }, ...viewer }: PostContentProps) {
  const renderQuotes = use(QuotesContext)
  if (recap?.card !== undefined) return <RecapCard recap={recap.card} />
  const renderText = (text: string) => (
    <LongMentionText {...viewer} text={text} mentions={findMentionsIn(text, content, mentions)} />
  )
  if (renderQuotes !== null && mayQuote(content))
    return renderQuotes({ league: viewer.league, text: content, renderText })
  return content === '' ? null : renderText(content)
}
