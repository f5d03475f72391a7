/** A backup could not be written or restored. The message says why. Nothing was changed. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export const DAMAGED_BACKUP_MESSAGE = 'The backup is damaged or was modified. Nothing was restored.'
