import { Suspense } from 'react'
import { ShareButton } from '../../../router/share-button.tsx'
import { LongText } from '../../../ui/display/rich-text.tsx'
import { RecapCard } from '../../../ui/recap/lazy-recap-card.ts'
import { type CardProps, FeedCard } from '../card/feed-card.tsx'
import { Reactions } from '../comments/comments.tsx'
import { type Post, recapImage } from '../use-feed.ts'

export function PostCard(props: CardProps<Post>) {
  const { item: post, league, user } = props
  return (
    <FeedCard {...props} label={`Post by ${post.user}`}>
      {post.recap?.card === undefined ? (
        <LongText>{post.content}</LongText>
      ) : (
        <Suspense fallback={<LongText>{post.content}</LongText>}>
          <RecapCard recap={post.recap.card} />
        </Suspense>
      )}
      <Reactions league={league} item={post} user={user} canDeleteAll={props.canPin}>
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
