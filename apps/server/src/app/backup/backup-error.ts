/** A backup cannot be made or restored as asked; the message says why, and nothing was changed. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export const DAMAGED_BACKUP_MESSAGE = 'The backup is damaged, or was changed by hand. Nothing was restored.'
