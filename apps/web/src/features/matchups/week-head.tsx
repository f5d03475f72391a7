import { Freshness } from '../../ui/freshness.tsx'
import { SeasonChooser } from '../../ui/season-chooser.tsx'
import { TabHead } from '../../ui/tab-head.tsx'
import { WeekChooser } from '../../ui/week-chooser.tsx'
import type { SeasonWeek } from './season-week.ts'
import type { MatchupAnswer, Scoreboard } from './use-matchups.ts'

type Answer = Pick<Scoreboard | MatchupAnswer, 'season' | 'week' | 'weeks' | 'updated_at' | 'last_error'>

type Props = {
  title: string
  /** undefined while it is loading. */
  answer: Answer | undefined
  /** Stored seasons, newest first. */
  seasons: readonly number[]
  chosen: SeasonWeek
  /** The answer of the current season and week; undefined while unknown. */
  current: Answer | undefined
  now: Date
  onChoose: (chosen: SeasonWeek) => void
}

/** The title, how fresh it is, and the choice of a season and a week. */
export function WeekHead({ title, answer, seasons, chosen, current, now, onChoose }: Props) {
  const week = chosen.week ?? answer?.week ?? null
  const isEarlier = chosen.season !== null
  return (
    <TabHead
      title={title}
      freshness={
        answer === undefined ? null : (
          <Freshness updatedAt={answer.updated_at} lastError={answer.last_error} now={now} />
        )
      }
    >
      {seasons.length > 1 ? (
        <SeasonChooser
          seasons={seasons}
          season={chosen.season ?? current?.season ?? seasons[0]}
          onChoose={(season) => onChoose({ season: season === current?.season ? null : season, week: null })}
        />
      ) : null}
      {answer === undefined || week === null || answer.weeks.length === 0 ? null : (
        <WeekChooser
          weeks={answer.weeks}
          week={week}
          current={isEarlier ? null : (current?.week ?? null)}
          onChoose={(each) => onChoose({ ...chosen, week: each })}
        />
      )}
    </TabHead>
  )
}
