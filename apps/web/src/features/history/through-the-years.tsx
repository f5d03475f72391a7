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
  /** The owner selected initially. */
  initialOwner: string
}

/** Rank and points by season for one owner at a time. */
export function ThroughTheYears({ seasons, owners, initialOwner }: Props) {
  const [selected, setSelected] = useState(initialOwner)
  // Fall back if the selected owner no longer exists after a merge.
  const owner = owners.includes(selected) ? selected : initialOwner
  return (
    <Section
      title="Through the Years"
      aside={
        <Field label="Owner">
          {(control) => (
            <select {...control} value={owner} onChange={(event) => setSelected(event.target.value)}>
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
      <Suspense fallback={<div className={styles['chartPlaceholder']} />}>
        <OwnerCharts seasons={seasons} owner={owner} />
      </Suspense>
    </Section>
  )
}
