import { useState } from 'react'
import { SelectField } from '../../../ui/forms/field.tsx'
import { FarBelow } from '../../../ui/layout/far-below.tsx'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import { type ExplainedFigure, Explanation } from '../../../ui/overlays/explanation.tsx'
import { Section } from '../section.tsx'
import type { Season } from '../use-history.ts'

const EloRatings = lazyNamed(() => import('./elo-ratings.tsx'), 'EloRatings')
const OwnerCharts = lazyNamed(() => import('./owner-charts.tsx'), 'OwnerCharts')

/** The least height of the charts, in pixels. */
const CHARTS_HEIGHT = 420

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
        <SelectField label="Owner" isLabelHidden options={owners} value={owner} onChange={setSelected} />
      }
    >
      <FarBelow height={CHARTS_HEIGHT}>
        <OwnerCharts seasons={seasons} owner={owner} />
      </FarBelow>
    </Section>
  )
}

const ELO_FIGURES: readonly ExplainedFigure[] = [
  {
    name: 'Elo rating',
    meaning: 'How strong an owner is, from all games so far.',
    formula:
      'Everyone starts at 1500. A win takes points from the opponent, more from a stronger one. Consolation games do not count, and between seasons ratings move a third of the way back to 1500.',
  },
]

/** How strong the owners have been over the seasons. */
export function RatingsOverTime() {
  return (
    <Section title="Elo Ratings" level={3} aside={<Explanation title="Elo ratings" figures={ELO_FIGURES} />}>
      <FarBelow height={CHARTS_HEIGHT}>
        <EloRatings />
      </FarBelow>
    </Section>
  )
}
