import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { DeleteItemButton } from '../card/feed-card.tsx'
import { Reactions } from '../comments/reactions.tsx'
import { ReactionBar } from '../posts/reactions.tsx'
import { itemQuery } from '../use-feed.ts'

type Props = {
  league: string
  user: string
  canDeleteAll: boolean
  /** The ID of the media item. */
  id: number
  /** Called when the user deletes the file. */
  onDelete: () => void
}

/** The likes, reactions and comments of one file of a post. */
export function PostMediaDiscussion({ league, user, canDeleteAll, id, onDelete }: Props) {
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
