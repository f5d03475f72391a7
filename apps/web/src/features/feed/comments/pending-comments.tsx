import { type Face, useFaces } from '../../../api/league-queries.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { RichText } from '../../../ui/display/rich-text.tsx'
import ui from '../../../ui/ui.module.css'
import type { Discussion } from '../discussion.ts'
import { usePendingComments } from '../feed-actions.ts'
import styles from './comments.module.css'

type Props = { league: string; discussion: Discussion; user: string }

/** The comments that are still being sent. */
export function PendingComments({ league, discussion, user }: Props) {
  const pendingComments = usePendingComments(league, discussion)
  const faceOf = useFaces(league)
  if (pendingComments.length === 0) return null
  return (
    <ul className={`${ui.stack8} ${styles.list}`} aria-busy="true">
      {pendingComments.map(({ key, text }) => (
        <PendingComment key={key} author={user} face={faceOf(user)} body={text} />
      ))}
    </ul>
  )
}

type PendingCommentProps = { author: string; face: Face; body: string }

/** A comment that is still being sent. */
function PendingComment({ author, face, body }: PendingCommentProps) {
  return (
    <li className={styles.comment}>
      <Avatar name={author} size="xs" {...face} />
      <div className={styles.content}>
        <p className={styles.header}>
          <span className={styles.author}>{author}</span> <span className={ui.muted}>Sending…</span>
        </p>
        <p className={styles.body}>
          <RichText>{body}</RichText>
        </p>
      </div>
    </li>
  )
}
