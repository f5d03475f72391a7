import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDateTime } from '../../ui/format/date-time.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Flags } from './flags.tsx'
import styles from './pick-history.module.css'
import { type BetWeek, type PickChange, pickHistoryQuery } from './use-bets.ts'

type Props = { league: string; week: BetWeek; owner: string }

/** A button that shows what an owner's pick of a week was before. */
export function PickHistory({ league, week, owner }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label={`Changes of the pick of ${owner}`} onClick={() => setOpen(true)}>
        <History size={18} aria-hidden="true" />
      </IconButton>
      {isOpen ? (
        <Dialog title={`${owner}, week ${week.week}`} onClose={() => setOpen(false)}>
          <PickChangeList league={league} week={week} owner={owner} />
        </Dialog>
      ) : null}
    </>
  )
}

function PickChangeList({ league, week, owner }: Props) {
  const history = useQuery(pickHistoryQuery(league, week, owner))
  return (
    <Loaded
      query={history}
      errorTitle="Failed to load the changes"
      skeleton={<Skeleton label="Loading the changes" rows={2} height={48} />}
    >
      {({ changes, is_hidden }) =>
        is_hidden ? (
          <p>This pick stays hidden until the cut-off.</p>
        ) : (
          <ol className={styles['changes']}>
            {changes.map((change) => (
              <PickChangeItem key={`${change.at} ${change.text}`} change={change} />
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

function PickChangeItem({ change: { text, flags, at, by, via } }: { change: PickChange }) {
  return (
    <li className={styles['change']}>
      <p className={styles['text']}>
        {text} <Flags flags={flags} />
      </p>
      <p className={styles['note']}>
        <time dateTime={at}>{formatDateTime(new Date(at))}</time>
        {via === 'sheet' ? `, from the sheet by ${by}` : ` by ${by}`}
      </p>
    </li>
  )
}
