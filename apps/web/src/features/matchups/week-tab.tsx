import type { ReactNode } from 'react'
import { useLocation, useRouter } from '../../router/router.ts'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { Row, Stack, Toolbar } from '../../ui/layout/layout.tsx'
import { SeasonSwitch, WeekChooser } from '../../ui/navigation/tab-header.tsx'
import ui from '../../ui/ui.module.css'
import styles from './matchups.module.css'
import type { MyMatchupResponse, Scoreboard } from './use-matchups.ts'

type WeekResponse = Pick<
  Scoreboard | MyMatchupResponse,
  'season' | 'week' | 'weeks' | 'updated_at' | 'last_error'
>

type Props = {
  name: string
  /** The title; on a phone without `prefix`, which the bar of tabs shows. */
  title: string
  prefix?: string
  week: number | null
  /** undefined while loading. */
  response: WeekResponse | undefined
  /** Stored seasons, newest first. */
  seasons: readonly number[]
  /** The response for the current season and week; undefined while loading. */
  current: WeekResponse | undefined
  actions: ReactNode
  children: ReactNode
}

export function WeekTab({
  name,
  title,
  prefix = '',
  week,
  response,
  seasons,
  current,
  actions,
  children,
}: Props) {
  const router = useRouter()
  const { season: chosenSeason } = useLocation()
  const heading = <WeekTitle title={title} prefix={prefix} response={response} />
  return (
    <Stack as="section" gap={1} aria-label={name}>
      <Toolbar>
        {response === undefined || week === null || response.weeks.length === 0 ? (
          heading
        ) : (
          <WeekChooser
            weeks={response.weeks}
            week={week}
            current={chosenSeason === null ? (current?.week ?? null) : null}
            onChoose={(chosenWeek) => router.navigate({ week: chosenWeek })}
          >
            {heading}
          </WeekChooser>
        )}
        <Row gap={0} className={styles.actions}>
          <SeasonSwitch seasons={seasons} loaded={current?.season} to={{ week: null }} />
          {actions}
        </Row>
      </Toolbar>
      <LastError response={response} />
      {children}
    </Stack>
  )
}

type TitleProps = {
  title: string
  prefix?: string
  response: Pick<WeekResponse, 'updated_at' | 'last_error'> | undefined
}

export function WeekTitle({ title, prefix = '', response }: TitleProps) {
  return (
    <div className={styles.title}>
      <h2>
        <span className={ui.hiddenOnPhone}>{prefix}</span>
        {title}
      </h2>
      {response?.last_error == null ? <Freshness of={response} /> : null}
    </div>
  )
}

export function LastError({ response }: Pick<TitleProps, 'response'>) {
  return response?.last_error == null ? null : <Freshness of={response} />
}
