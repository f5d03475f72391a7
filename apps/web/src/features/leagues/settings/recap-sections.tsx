import type { LeagueSettings } from '@fieldhouse/contract/leagues/settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { leagueQuery } from '../../../api/operations.ts'
import { EmptyState, Loaded } from '../../../ui/feedback/feedback.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Checkbox } from '../../../ui/forms/field.tsx'
import { Grid } from '../../../ui/layout/layout.tsx'
import { RecapCard } from '../../../ui/recap/recap-card.tsx'
import ui from '../../../ui/ui.module.css'

type Section = LeagueSettings['recap_sections'][number]

/** In the order in which they are shown. */
const SECTION_LABELS: Record<Section, string> = {
  results: 'Results',
  awards: 'Weekly awards',
  power: 'Power ranking',
  odds: 'Playoff odds',
  records: 'Broken records',
  standings: 'Standings',
}

const SECTIONS = Object.keys(SECTION_LABELS) as Section[]

const previewQuery = (league: string, sections: readonly Section[]) =>
  leagueQuery('GET /api/league/:league/recap/preview/', ['recap preview'], {
    league,
    sections: sections.join(','),
  })

type Props = {
  league: string
  sections: readonly Section[]
  onChange: (sections: Section[]) => void
}

export function RecapSections({ league, sections, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <fieldset>
        <legend className={ui.note}>What it is about</legend>
        <Grid min={200} gap={0}>
          {SECTIONS.map((section) => (
            <Checkbox
              key={section}
              label={SECTION_LABELS[section]}
              checked={sections.includes(section)}
              onChange={(isChecked) =>
                onChange(SECTIONS.filter((each) => (each === section ? isChecked : sections.includes(each))))
              }
            />
          ))}
        </Grid>
      </fieldset>
      {sections.length === 0 ? <p className={ui.note}>Choose at least one, or turn the recap off.</p> : null}
      <div>
        <Button aria-expanded={isOpen} disabled={sections.length === 0} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide preview' : 'Preview'}
        </Button>
      </div>
      {isOpen && sections.length > 0 ? <Preview league={league} sections={sections} /> : null}
    </>
  )
}

function Preview({ league, sections }: Omit<Props, 'onChange'>) {
  const preview = useQuery(previewQuery(league, sections))
  return (
    <section className={ui.card} aria-label="Preview of the recap">
      <Loaded query={preview} name="the preview" rows={5}>
        {({ recap }) =>
          recap === null ? (
            <EmptyState hint="The preview shows the last complete week of the season.">
              No week is complete yet.
            </EmptyState>
          ) : (
            <RecapCard recap={recap} />
          )
        }
      </Loaded>
    </section>
  )
}
