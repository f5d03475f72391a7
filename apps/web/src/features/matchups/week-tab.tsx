import type { ReactNode } from 'react'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { SeasonChooser } from '../../ui/navigation/season-chooser.tsx'
import { TabHeader } from '../../ui/navigation/tab-header.tsx'
import { WeekChooser } from '../../ui/navigation/week-chooser.tsx'
import ui from '../../ui/ui.module.css'
import type { MyMatchupResponse, Scoreboard, SeasonWeek } from './use-matchups.ts'

type WeekResponse = Pick<
  Scoreboard | MyMatchupResponse,
  'season' | 'week' | 'weeks' | 'updated_at' | 'last_error'
>

type Props = {
  name: string
  title: string
  /** The week that is shown; null while unknown. */
  week: number | null
  /** undefined while loading. */
  response: WeekResponse | undefined
  /** Stored seasons, newest first. */
  seasons: readonly number[]
  selection: SeasonWeek
  /** The response for the current season and week; undefined while loading. */
  current: WeekResponse | undefined
  onChoose: (selection: SeasonWeek) => void
  /** Switches to another view of the tab. */
  views?: ReactNode
  /** The button that shares the content; null while loading. */
  share: ReactNode
  children: ReactNode
}

/** A tab about a week: title, freshness, season and week selection, then the content. */
export function WeekTab({
  name,
  title,
  week,
  response,
  seasons,
  selection,
  current,
  onChoose,
  views,
  share,
  children,
}: Props) {
  const isEarlierSeason = selection.season !== null
  return (
    <section className={ui.stack16} aria-label={name}>
      <TabHeader
        title={title}
        action={share}
        freshness={
          response === undefined ? null : (
            <Freshness updatedAt={response.updated_at} lastError={response.last_error} />
          )
        }
      >
        {views}
        {seasons.length > 1 ? (
          <SeasonChooser
            seasons={seasons}
            season={selection.season ?? current?.season ?? seasons[0]}
            onChoose={(season) =>
              onChoose({ season: season === current?.season ? null : season, week: null })
            }
          />
        ) : null}
        {response === undefined || week === null || response.weeks.length === 0 ? null : (
          <WeekChooser
            weeks={response.weeks}
            week={week}
            current={isEarlierSeason ? null : (current?.week ?? null)}
            onChoose={(chosenWeek) => onChoose({ ...selection, week: chosenWeek })}
          />
        )}
      </TabHeader>
      {children}
    </section>
  )
}
