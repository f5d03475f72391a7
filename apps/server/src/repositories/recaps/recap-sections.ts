import { RECAP_SECTIONS, type RecapSection } from '@fieldhouse/domain/recap/recap-document'

/** Parses the column `recap_sections`. Sections that this version does not know are left out. */
export function parseRecapSections(column: string | null): readonly RecapSection[] {
  if (column === null) return RECAP_SECTIONS
  const chosen = column.split(',')
  return RECAP_SECTIONS.filter((section) => chosen.includes(section))
}

/** The value of the column. All sections are stored as null, so that they include those of later versions. */
export function formatRecapSections(sections: readonly RecapSection[]): string | null {
  const chosen = RECAP_SECTIONS.filter((section) => sections.includes(section))
  return chosen.length === RECAP_SECTIONS.length ? null : chosen.join(',')
}
