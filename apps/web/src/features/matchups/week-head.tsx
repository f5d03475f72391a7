import { Freshness } from '../../ui/freshness.tsx'
import { TabHead } from '../../ui/tab-head.tsx'
import { WeekChooser } from '../../ui/week-chooser.tsx'
import type { MatchupAnswer, Scoreboard } from './use-matchups.ts'

type Props = {
  title: string
  /** undefined while it is loading. */
  answer: Scoreboard | MatchupAnswer | undefined
  /** The week that is shown; null before the season has any. */
  week: number | null
  current: number | null
  now: Date
  /** Told the chosen week; null for the current one. */
  onWeek: (week: number | null) => void
}

/** The title, how fresh it is, and the choice of a week. */
export function WeekHead({ title, answer, week, current, now, onWeek }: Props) {
  return (
    <TabHead
      title={title}
      freshness={
        answer === undefined ? null : (
          <Freshness updatedAt={answer.updated_at} lastError={answer.last_error} now={now} />
        )
      }
    >
      {answer === undefined || week === null || answer.weeks.length === 0 ? null : (
        <WeekChooser weeks={answer.weeks} week={week} current={current} onChoose={onWeek} />
      )}
    </TabHead>
  )
}
