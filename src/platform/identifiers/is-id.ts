import { registerDecorator, type ValidationOptions } from 'class-validator';
import { isId } from './uuid.js';

/** For DTOs: the property is the id of something (api-decisions: "an id that is no UUID is a 400 naming the field"). */
export function IsId(options: ValidationOptions = {}): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isId',
      target: target.constructor,
      propertyName: property as string,
      options: { message: options.each ? 'each must be a UUID' : 'must be a UUID', ...options },
      validator: { validate: isId },
    });
}
