import { Suspense } from 'react'
import { ShareButton } from '../../../router/share-button.tsx'
import { LongText } from '../../../ui/display/rich-text.tsx'
import { RecapCard } from '../../../ui/recap/lazy-recap-card.ts'
import { type CardProps, FeedCard } from '../card/feed-card.tsx'
import { Reactions } from '../comments/reactions.tsx'
import { type Post, recapImage } from '../use-feed.ts'
import { EditButton, EditForm, useEditing } from './edits.tsx'
import { ReactionBar } from './reactions.tsx'

export function PostCard(props: CardProps<Post>) {
  const { item: post, league, user } = props
  const { editing, hasEdited, startEditing, stopEditing } = useEditing()
  const { content, edit } = post
  return (
    <FeedCard {...props} label={`Post by ${post.user}`} editedAt={post.edited_at}>
      <Suspense fallback={<LongText>{content}</LongText>}>
        {editing === null ? (
          <PostContent post={post} />
        ) : (
          <EditForm league={league} text={editing} onClose={stopEditing} />
        )}
      </Suspense>
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
            onEdit={() => startEditing({ post: post.id, text: content, edit })}
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

function PostContent({ post: { content, recap } }: { post: Post }) {
  return recap?.card === undefined ? <LongText>{content}</LongText> : <RecapCard recap={recap.card} />
}
