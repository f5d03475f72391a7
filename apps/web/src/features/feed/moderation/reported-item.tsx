import { REPORT_REASON_LABELS } from '@fieldhouse/domain/league/moderation'
import { useState } from 'react'
import { Link } from '../../../router/link.tsx'
import { NO_SELECTION } from '../../../router/location.ts'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { MutationNotice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import ui from '../../../ui/ui.module.css'
import { HideForm } from './hide-form.tsx'
import styles from './reported-item.module.css'
import { type ReportedContent, useModerate } from './use-moderation.ts'

type Props = { league: string; reported: ReportedContent }

const NAMES: Record<ReportedContent['kind'], string> = {
  post: 'post',
  proposal: 'proposal',
  media: 'upload',
  comment: 'comment',
}

/** Something that members have reported, who did and why, and what admins can do. */
export function ReportedItem({ league, reported }: Props) {
  const { kind, id, author, text, file, hidden, state, reports } = reported
  const moderate = useModerate(league, { kind, id })
  const [isHiding, setHiding] = useState(false)
  const name = `${NAMES[kind]} by ${author}`
  const { isPending } = moderate
  return (
    <li className={styles.reported} aria-label={`Reported ${name}`}>
      <p className={ui.note}>
        <strong>{`${name.charAt(0).toUpperCase()}${name.slice(1)}`}</strong>,{' '}
        <RelativeTime at={reported.created_at} />
      </p>
      {text === '' ? null : <p className={styles.text}>{text}</p>}
      {file === null ? null : file.kind === 'image' ? (
        <img
          className={styles.image}
          src={`${file.url}?size=grid`}
          alt={`Upload by ${author}`}
          loading="lazy"
        />
      ) : (
        <a href={file.url}>Open the video</a>
      )}
      <ul className={styles.reports}>
        {reports.map(({ reporter, reason, note, at }) => (
          <li key={reporter}>
            <strong>{reporter}</strong>: {REPORT_REASON_LABELS[reason]}
            {note === '' ? null : `. “${note}”`}{' '}
            <span className={ui.muted}>
              <RelativeTime at={at} />
            </span>
          </li>
        ))}
      </ul>
      {hidden === null ? null : (
        <p>
          Hidden{hidden.by === undefined ? '' : ` by ${hidden.by}`}: {hidden.reason}
        </p>
      )}
      <MutationNotice mutation={moderate} fallback="Something went wrong." />
      <div className={ui.row}>
        {state === 'hidden' ? (
          <Button
            aria-label={`Show ${name} again`}
            disabled={isPending}
            onClick={() => moderate.mutate({ name: 'unhide' })}
          >
            Show again
          </Button>
        ) : (
          <Button
            variant="strong"
            aria-label={`Hide ${name}`}
            disabled={isPending}
            onClick={() => setHiding(true)}
          >
            Hide
          </Button>
        )}
        {state === 'open' ? (
          <Button
            aria-label={`Dismiss the reports of the ${name}`}
            disabled={isPending}
            onClick={() => moderate.mutate({ name: 'dismiss' })}
          >
            Dismiss
          </Button>
        ) : null}
        {state === 'dismissed' ? (
          <Button
            aria-label={`Reopen the reports of the ${name}`}
            disabled={isPending}
            onClick={() => moderate.mutate({ name: 'reopen' })}
          >
            Reopen
          </Button>
        ) : null}
        <Link to={locationOf(league, reported)} className={styles.open}>
          View in League Social
        </Link>
      </div>
      {isHiding ? (
        <Dialog title={`Hide ${name}`} onClose={() => setHiding(false)}>
          <HideForm
            isBusy={isPending}
            onSubmit={(action) => moderate.mutate(action, { onSettled: () => setHiding(false) })}
            onCancel={() => setHiding(false)}
          />
        </Dialog>
      ) : null}
    </li>
  )
}

/** Where it is, in League Social. It can be deleted there. */
function locationOf(league: string, { item, trade }: ReportedContent) {
  const social = { route: 'league', league, tab: 'league social', ...NO_SELECTION } as const
  if (trade !== null) return { ...social, view: 'trade', season: trade.season, post: trade.id }
  return { ...social, view: null, post: item === null ? null : `${item.type}-${item.id}` }
}
