import type { SeasonOrigin } from '@fieldhouse/contract/fields'
import type { FileOrigin } from '../../repositories/season-documents/stored-seasons.ts'

/** No field for a season that was read from its provider. */
export function presentOrigin(file: FileOrigin | null): { origin?: SeasonOrigin } {
  if (file === null) return {}
  return { origin: { platform: file.platform, files: file.files.map(({ name }) => name) } }
}
