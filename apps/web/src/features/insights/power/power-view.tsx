import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '../../../router/router.ts'
import { SegmentedControl } from '../../../ui/forms/radio-group.tsx'
import { WeekChooser } from '../../../ui/navigation/week-chooser.tsx'
import ui from '../../../ui/ui.module.css'
import { InsightView, type TeamOf } from '../insight-view.tsx'
import { type Power, type PowerFormula, powerQuery } from '../use-insights.ts'
import { BumpChart } from './bump-chart.tsx'
import { PowerList } from './power-list.tsx'

/** The names of the view in the address. The first one is the default. */
const FORMULAS = [
  { value: 'power', formula: 'composite', label: 'Composite' },
  { value: 'power-dominance', formula: 'dominance', label: 'Dominance' },
  { value: 'power-all-play', formula: 'all_play', label: 'All-play' },
] as const satisfies readonly { value: string; formula: PowerFormula; label: string }[]

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
}

/** A ranking of the teams by how strong they are, after any completed week. */
export function PowerView({ league, seasons }: Props) {
  const router = useRouter()
  const { season, week, view } = useLocation()
  const { value, formula } = FORMULAS.find((each) => each.value === view) ?? FORMULAS[0]
  const power = useQuery({
    ...powerQuery(league, { season, week, formula }),
    placeholderData: keepPreviousData,
  })
  return (
    <InsightView
      league={league}
      seasons={seasons}
      title="Power"
      query={power}
      controls={<PowerWeeks power={power.data} />}
    >
      {(data, teamOf) => (
        <>
          <div className={ui.row}>
            <SegmentedControl
              label="Formula"
              options={FORMULAS}
              value={value}
              onChange={(chosen) => router.navigate({ view: chosen })}
            />
          </div>
          <PowerContent power={data} teamOf={teamOf} />
        </>
      )}
    </InsightView>
  )
}

/** Chooses a completed week, once there are several. */
function PowerWeeks({ power }: { power: Power | undefined }) {
  const router = useRouter()
  const weeks = power?.teams[0]?.history.map(({ week }) => week) ?? []
  if (power === undefined || weeks.length < 2) return null
  return (
    <WeekChooser
      weeks={weeks}
      week={power.week}
      current={weeks.at(-1) ?? null}
      onChoose={(week) => router.navigate({ week })}
    />
  )
}

function PowerContent({ power, teamOf }: { power: Power; teamOf: TeamOf }) {
  return (
    <>
      <PowerList power={power} teamOf={teamOf} />
      <BumpChart key={power.season} power={power} teamOf={teamOf} />
    </>
  )
}
