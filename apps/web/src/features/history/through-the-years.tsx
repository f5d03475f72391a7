import { lazy, Suspense, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Section } from './section.tsx'
import styles from './through-the-years.module.css'
import type { Season } from './use-history.ts'

const OwnerCharts = lazy(() =>
  import('./charts/owner-charts.tsx').then((file) => ({ default: file.OwnerCharts })),
)

type Props = {
  seasons: readonly Season[]
  owners: readonly string[]
  /** Who is shown at first. */
  initialOwner: string
}

/** Rank and points by season, of one owner at a time. */
export function ThroughTheYears({ seasons, owners, initialOwner }: Props) {
  const [chosen, setChosen] = useState(initialOwner)
  // A name that a merge has taken away is shown no more.
  const owner = owners.includes(chosen) ? chosen : initialOwner
  return (
    <Section
      title="Through the Years"
      aside={
        <Field label="Owner">
          {(control) => (
            <select {...control} value={owner} onChange={(event) => setChosen(event.target.value)}>
              {owners.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      }
    >
      <Suspense fallback={<div className={styles['room']} />}>
        <OwnerCharts seasons={seasons} owner={owner} />
      </Suspense>
    </Section>
  )
}
