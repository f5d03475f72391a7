import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { type Location, useLocation, useRouter } from '../../router/router.ts'
import { IconButton } from '../forms/button.tsx'
import { SelectField, TextField } from '../forms/field.tsx'
import forms from '../forms/forms.module.css'
import { Row, Text } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import styles from './navigation.module.css'

type Props = {
  title: string
  label?: string | undefined
  /** The freshness of the content below; null reserves the space until it is known. */
  freshness?: ReactNode
  action?: ReactNode
  children?: ReactNode
  below?: ReactNode
}

export function TabHeader({ title, label, freshness, action, children, below }: Props) {
  return (
    <Row gap={4} isSpread wraps>
      <div className={styles.heading}>
        <Text as="h2" size="xl">
          {title}
        </Text>
        {label === undefined ? null : <p className={styles.label}>{label}</p>}
        {action}
      </div>
      <Row gap={3} wraps>
        {children}
      </Row>
      {below === undefined ? null : (
        <Row gap={3} wraps className={styles.below}>
          {below}
        </Row>
      )}
      {freshness === undefined ? null : <div className={styles.freshness}>{freshness}</div>}
    </Row>
  )
}

type SeasonChooserProps = {
  /** Newest first. */
  seasons: readonly number[]
  season: number | undefined
  onChoose: (season: number) => void
}

/** Also for a single season, which it names. */
export function SeasonChooser({ seasons, season, onChoose }: SeasonChooserProps) {
  if (seasons.length === 0) return null
  return (
    <div className={styles.seasonChooser}>
      <SelectField
        label="Season"
        isLabelHidden
        options={seasons.map(String)}
        value={season?.toString() ?? ''}
        onChange={(year) => onChoose(Number(year))}
      />
    </div>
  )
}

/** Source: decisions, 6 "Backfill". */
const FIRST_SEASON = 1999

export function SeasonField({ last, ...field }: ComponentProps<typeof TextField> & { last: number }) {
  return <TextField {...field} type="number" inputMode="numeric" min={FIRST_SEASON} max={last} required />
}

type WeekChooserProps = {
  /** In order. */
  weeks: readonly number[]
  week: number
  current: number | null
  /** Called with the selected week; null to follow the current week as it advances. */
  onChoose: (week: number | null) => void
  /** Shown instead of the field, such as a heading that names the week. It opens the field. */
  children?: ReactNode
}

export function WeekChooser({ weeks, week, current, onChoose, children }: WeekChooserProps) {
  const id = useId()
  const index = weeks.indexOf(week)
  const choose = (chosen: number) => onChoose(chosen === current ? null : chosen)
  return (
    <div className={styles.weekChooser}>
      <StepButton icon={ChevronLeft} label="Previous week" to={weeks[index - 1]} onChoose={choose} />
      <div
        className={`${ui.focusRing} ${styles.field}`}
        data-titled={children === undefined ? undefined : true}
      >
        {children}
        <label className={ui.hidden} htmlFor={id}>
          Week
        </label>
        <select
          id={id}
          className={children === undefined ? `${forms.control} ${styles.select}` : ui.invisible}
          value={week}
          onChange={(event) => choose(Number(event.target.value))}
        >
          {weeks.map((weekNumber) => (
            <option key={weekNumber} value={weekNumber}>
              {weekNumber === current ? `Week ${weekNumber} (current)` : `Week ${weekNumber}`}
            </option>
          ))}
        </select>
      </div>
      <StepButton
        icon={ChevronRight}
        label="Next week"
        to={index < 0 ? undefined : weeks[index + 1]}
        onChoose={choose}
      />
    </div>
  )
}

type StepButtonProps = {
  icon: LucideIcon
  label: string
  to: number | undefined
  onChoose: (week: number) => void
}

function StepButton({ icon, label, to, onChoose }: StepButtonProps) {
  return (
    <IconButton
      icon={icon}
      label={label}
      className={styles.step}
      aria-disabled={to === undefined}
      onClick={() => {
        if (to !== undefined) onChoose(to)
      }}
    />
  )
}

type SeasonSwitchProps = {
  /** Newest first. The address names no season for the newest one. */
  seasons: readonly number[]
  /** The season of the response. */
  loaded: number | undefined
  /** What else changes with the season. */
  to?: Partial<Location>
}

export function SeasonSwitch({ seasons, loaded, to = {} }: SeasonSwitchProps) {
  const router = useRouter()
  const { season } = useLocation()
  const [newest] = seasons
  return (
    <SeasonChooser
      seasons={seasons}
      season={season ?? loaded ?? newest}
      onChoose={(chosen) => router.navigate({ ...to, season: chosen === newest ? null : chosen })}
    />
  )
}
