import { constants } from 'node:fs';

/** Never follow a link planted at a name; Windows has no such flag. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/** Never hang on a pipe where a file is expected. */
const NO_BLOCK = constants.O_NONBLOCK ?? 0;

export const READ = constants.O_RDONLY | NO_FOLLOW | NO_BLOCK;
export const APPEND = constants.O_WRONLY | constants.O_APPEND | NO_FOLLOW | NO_BLOCK;
export const APPEND_OR_CREATE = APPEND | constants.O_CREAT;
/** For who has to see how the file ends before writing there. */
export const APPEND_AND_READ = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW | NO_BLOCK;
export const CREATE_NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;
export const OVERWRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | NO_FOLLOW | NO_BLOCK;
/** For files that others own and may have linked, such as a repository's HEAD. */
export const READ_LINKED = constants.O_RDONLY | NO_BLOCK;
