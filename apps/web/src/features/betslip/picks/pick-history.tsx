import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { ImportedMark } from '../../../ui/display/imported-mark.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { formatDateTime } from '../../../ui/format/date-time.ts'
import { IconButton } from '../../../ui/forms/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import ui from '../../../ui/ui.module.css'
import { FLAG_LABELS } from '../format.ts'
import { type BetPick, type BetWeek, type PickChange, pickHistoryQuery } from '../use-bets.ts'

type Props = { league: string; week: BetWeek; owner: string }

/** A button that shows every version of an owner's pick of a week. */
export function PickHistory({ league, week, owner }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={History}
        iconSize={18}
        label={`Pick history for ${owner}`}
        onClick={() => setOpen(true)}
      />
      {isOpen ? (
        <Dialog title={`${owner}, Week ${week.week}`} onClose={() => setOpen(false)}>
          <PickChangeList league={league} week={week} owner={owner} />
        </Dialog>
      ) : null}
    </>
  )
}

function PickChangeList({ league, week, owner }: Props) {
  const history = useQuery(pickHistoryQuery(league, week, owner))
  return (
    <Loaded query={history} name="pick history" rows={2} height={48}>
      {({ changes, is_hidden }) =>
        is_hidden ? (
          <p>This pick is hidden until the cutoff.</p>
        ) : (
          <ol className={ui.stack12}>
            {changes.map((change) => (
              <PickChangeItem key={`${change.at} ${change.text}`} change={change} />
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

function PickChangeItem({ change }: { change: PickChange }) {
  const { text, flags, at, by, via, is_after_cutoff, imported } = change
  return (
    <li>
      <p className={ui.prose}>
        {text} <PickFlags flags={flags} />
        <ImportedMark imported={imported} />
      </p>
      <p className={ui.note}>
        <time dateTime={at}>{formatDateTime(new Date(at))}</time>
        {via === 'sheet' ? ` · Imported from the sheet by ${by}` : ` · Saved by ${by}`}
        {is_after_cutoff ? ', after the week had locked' : ''}
      </p>
    </li>
  )
}

/** Warnings about the odds of a pick. */
export function PickFlags({ flags }: Pick<BetPick, 'flags'>) {
  return flags.map((flag) => (
    <span key={flag} className={ui.alert} data-tone="warn">
      {FLAG_LABELS[flag]}{' '}
    </span>
  ))
}
