import { Trash2 } from 'lucide-react'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './comment-item.module.css'
import { RichText } from './rich-text.tsx'
import { useDeleteComment } from './use-comments.ts'

type Props = {
  author: string
  body: string
  /** When it was created; undefined while it is being sent. */
  created?: { at: string; now: Date }
  /** The comment to delete; undefined when the user may not delete it. */
  deleteTarget?: { league: string; post: number; id: number } | undefined
}

export function CommentItem({ author, body, created, deleteTarget }: Props) {
  return (
    <li className={styles['comment']}>
      <div className={styles['content']}>
        <p className={styles['header']}>
          <span className={styles['author']}>{author}</span>{' '}
          <span className={styles['time']}>
            {created === undefined ? 'Sending…' : <RelativeTime at={created.at} now={created.now} />}
          </span>
        </p>
        <p className={styles['body']}>
          <RichText>{body}</RichText>
        </p>
      </div>
      {deleteTarget === undefined ? null : <DeleteButton author={author} {...deleteTarget} />}
    </li>
  )
}

type DeleteProps = { author: string; league: string; post: number; id: number }

function DeleteButton({ author, league, post, id }: DeleteProps) {
  const remove = useDeleteComment(league, post)
  return (
    <span className={styles['delete']}>
      <ConfirmButton
        isIcon
        label={`Delete comment by ${author}`}
        question="Delete this comment?"
        consequence="This can't be undone."
        confirmLabel="Delete"
        onConfirm={() => remove.mutate(id)}
      >
        <Trash2 size={16} aria-hidden="true" />
      </ConfirmButton>
    </span>
  )
}
