import { Trash2 } from 'lucide-react'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { MomentText } from '../../ui/moment-text.tsx'
import styles from './comment-line.module.css'
import { RichText } from './rich-text.tsx'
import { useDeleteComment } from './use-comments.ts'

type Props = {
  author: string
  body: string
  /** When it was made; nothing while it is on its way. */
  made?: { at: string; now: Date }
  /** Which comment the reader may delete here. */
  remove?: { league: string; post: number; id: number } | undefined
}

export function CommentLine({ author, body, made, remove }: Props) {
  return (
    <li className={styles['comment']}>
      <div className={styles['text']}>
        <p className={styles['head']}>
          <span className={styles['author']}>{author}</span>{' '}
          <span className={styles['made']}>
            {made === undefined ? 'Sending…' : <MomentText at={made.at} now={made.now} />}
          </span>
        </p>
        <p className={styles['body']}>
          <RichText>{body}</RichText>
        </p>
      </div>
      {remove === undefined ? null : <DeleteButton author={author} {...remove} />}
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
        consequence="This cannot be undone."
        act="Delete"
        onConfirm={() => remove.mutate(id)}
      >
        <Trash2 size={16} aria-hidden="true" />
      </ConfirmButton>
    </span>
  )
}
