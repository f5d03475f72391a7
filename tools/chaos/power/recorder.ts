import { join } from 'node:path'
import { runCommand } from '../../../scripts/bootstrap/processes.mjs'

export async function compileRecorder(
  folder: string,
): Promise<{ sharedObject: string } | { reason: string }> {
  if (process.platform !== 'linux') return { reason: 'what a program writes can be recorded on Linux only' }
  const sharedObject = join(folder, 'record-writes.so')
  const source = join(import.meta.dirname, 'record-writes.c')
  const args = ['-O1', '-shared', '-fPIC', '-o', sharedObject, source, '-ldl', '-lpthread']
  const { code, output } = await runCommand('cc', args)
  if (code === 0) return { sharedObject }
  if (code !== 127) return { reason: `the recorder does not compile:\n${output}` }
  return { reason: 'there is no C compiler named cc (on Debian and Ubuntu: apt-get install gcc libc6-dev)' }
}

/**
 * Returns the environment variables with which a program is recorded.
 * @param disk the folder whose changes are recorded
 * @param logFile from `startDiskLog`
 */
export function recorderEnv(sharedObject: string, disk: string, logFile: string): Record<string, string> {
  return {
    LD_PRELOAD: sharedObject,
    RECORD_FOLDER: disk,
    RECORD_FILE: logFile,
    // Writes through io_uring call no function of the C library.
    UV_USE_IO_URING: '0',
  }
}
