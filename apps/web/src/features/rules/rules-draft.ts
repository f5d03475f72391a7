import type { Rules, Section } from './use-rules.ts'

/** A section in the editor. The key stays the same while it is edited and moved. */
export type DraftSection = {
  key: string
  /** null for a new section. */
  id: number | null
  heading: string
  body: string
  /** What the text could be about, shown while there is none. */
  prompt?: string
  proposal: Section['proposal']
}

export type RulesDraft = {
  /** The version that is edited; 0 without rules. */
  version: number
  /** Its sections. */
  base: readonly DraftSection[]
  sections: readonly DraftSection[]
  note: string
}

export function toDraft({ current, sections }: Rules): RulesDraft {
  const edited = sections.map(toDraftSection)
  return { version: current?.version ?? 0, base: edited, sections: edited, note: '' }
}

export function toDraftSection({ id, heading, body, proposal }: Section): DraftSection {
  return { key: `section-${id}`, id, heading, body, proposal }
}

export function newSection(
  sections: readonly DraftSection[],
  content: Partial<Omit<DraftSection, 'key' | 'id'>> = {},
): DraftSection {
  const numbers = sections.map(({ key }) => Number(/^new-(\d+)$/.exec(key)?.[1] ?? 0))
  return {
    key: `new-${Math.max(0, ...numbers) + 1}`,
    id: null,
    heading: '',
    body: '',
    proposal: null,
    ...content,
  }
}

/** The sections with one moved by a number of places; unchanged if it would leave the list. */
export function moveSection(sections: readonly DraftSection[], key: string, by: number): DraftSection[] {
  const from = sections.findIndex((section) => section.key === key)
  const moved = sections[from]
  if (moved === undefined || from + by < 0 || from + by >= sections.length) return [...sections]
  const others = sections.filter((section) => section !== moved)
  return [...others.slice(0, from + by), moved, ...others.slice(from + by)]
}

export function hasChanges({ base, sections, note }: RulesDraft): boolean {
  return note !== '' || JSON.stringify(base) !== JSON.stringify(sections)
}

export const SUGGESTED_SECTIONS: readonly { heading: string; prompt: string }[] = [
  {
    heading: 'League and teams',
    prompt: 'How many teams there are, who runs the league, and what happens when a manager leaves.',
  },
  { heading: 'Dues and payouts', prompt: 'What each team pays and by when, and what the winners get.' },
  {
    heading: 'Draft',
    prompt: 'When and how you draft, how the order is decided, and the rules for keepers.',
  },
  {
    heading: 'Rosters and lineups',
    prompt: 'The starting spots, the bench, and what happens to empty lineups.',
  },
  {
    heading: 'Waivers and trades',
    prompt: 'How waivers run, the budget, the trade deadline, and how a trade can be vetoed.',
  },
  {
    heading: 'Playoffs',
    prompt: 'How many teams qualify, in which weeks they play, and how ties are broken.',
  },
  {
    heading: 'Changing the rules',
    prompt: 'Who may propose a change in League Social, and how many votes it needs.',
  },
]
